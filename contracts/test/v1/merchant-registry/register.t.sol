// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/v1/interfaces/IMerchantRegistry.sol";
import {RegistryTest} from "../support/RegistryTest.sol";

contract RegisterTest is RegistryTest {
    function test_stores_the_merchant_and_says_so() public {
        address newOwner = named("new owner");
        address newPayout = named("new payout");
        vm.expectEmit(address(registry));
        emit IMerchantRegistry.MerchantRegistered(2, newOwner, newPayout, 70, keccak256("record"));
        vm.prank(operator);
        uint256 id = registry.register(newOwner, newPayout, 70, keccak256("record"));

        IMerchantRegistry.Merchant memory merchant = registry.get(id);
        vm.assertEq(id, 2, "id");
        vm.assertEq(merchant.owner, newOwner, "owner");
        vm.assertEq(merchant.pendingOwner, address(0), "pending owner");
        vm.assertEq(merchant.payout, newPayout, "payout");
        vm.assertEq(merchant.feeBps, 70, "fee");
        vm.assertEq(uint256(merchant.status), uint256(IMerchantRegistry.Status.Active), "status");
        vm.assertEq(merchant.settleUntil, 0, "settle until");
    }

    function testFuzz_gives_out_ids_one_by_one(uint8 merchants) public {
        uint256 first = registry.count();
        for (uint256 i = 1; i <= merchants % 16; ++i) {
            vm.assertEq(register(owner, payout, 0), first + i, "id");
            vm.assertEq(registry.count(), first + i, "count");
        }
    }

    function testFuzz_takes_a_fee_up_to_the_cap(uint16 feeBps) public {
        uint16 max = registry.MAX_FEE_BPS();
        if (feeBps > max) {
            vm.expectRevert(abi.encodeWithSelector(IMerchantRegistry.FeeTooHigh.selector, feeBps, max));
        }
        vm.prank(operator);
        registry.register(owner, payout, feeBps, bytes32(0));
    }

    function test_refuses_a_zero_owner() public {
        vm.expectRevert(IMerchantRegistry.ZeroAddress.selector);
        vm.prank(operator);
        registry.register(address(0), payout, FEE_BPS, bytes32(0));
    }

    function test_refuses_a_zero_payout() public {
        vm.expectRevert(IMerchantRegistry.ZeroAddress.selector);
        vm.prank(operator);
        registry.register(owner, address(0), FEE_BPS, bytes32(0));
    }

    function testFuzz_refuses_everyone_but_the_operator(address caller) public {
        vm.assume(caller != operator);
        vm.expectRevert(IMerchantRegistry.NotOperator.selector);
        vm.prank(caller);
        registry.register(owner, payout, FEE_BPS, bytes32(0));
    }
}
