// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/v1/interfaces/IMerchantRegistry.sol";
import {RegistryTest} from "../support/RegistryTest.sol";

contract SetFeeTest is RegistryTest {
    function testFuzz_sets_a_fee_up_to_the_cap(uint16 feeBps) public {
        uint16 max = registry.MAX_FEE_BPS();
        if (feeBps > max) {
            vm.expectRevert(abi.encodeWithSelector(IMerchantRegistry.FeeTooHigh.selector, feeBps, max));
        } else {
            vm.expectEmit(address(registry));
            emit IMerchantRegistry.FeeUpdated(merchantId, feeBps);
        }
        vm.prank(operator);
        registry.setFee(merchantId, feeBps);

        (address to, uint256 current) = registry.route(merchantId);
        vm.assertEq(current, feeBps > max ? FEE_BPS : feeBps, "fee");
        vm.assertEq(to, payout, "the payout stays");
    }

    function test_refuses_an_unknown_merchant() public {
        vm.expectRevert(unknown(9));
        vm.prank(operator);
        registry.setFee(9, FEE_BPS);
    }

    function test_refuses_a_closed_merchant() public {
        close(merchantId);
        vm.expectRevert(badStatus(IMerchantRegistry.Status.Closed));
        vm.prank(operator);
        registry.setFee(merchantId, FEE_BPS);
    }

    function testFuzz_refuses_everyone_but_the_operator(address caller) public {
        vm.assume(caller != operator);
        vm.expectRevert(IMerchantRegistry.NotOperator.selector);
        vm.prank(caller);
        registry.setFee(merchantId, 0);
    }
}
