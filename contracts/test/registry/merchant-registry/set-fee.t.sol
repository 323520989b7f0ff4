// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/registry/interfaces/IMerchantRegistry.sol";
import {IOperatorRole} from "../../../src/registry/interfaces/IOperatorRole.sol";
import {RegistryTest} from "../../payments/support/RegistryTest.sol";

contract SetFeeTest is RegistryTest {
    function testFuzz_lowers_at_once(uint16 feeBps) public {
        feeBps = uint16(between(feeBps, 0, FEE_BPS));
        vm.expectEmit(address(registry));
        emit IMerchantRegistry.FeeUpdated(merchantId, feeBps);
        _setFee(feeBps);
        _expectFee(feeBps);
        vm.warp(START + 30 days);
        _expectFee(feeBps);
    }

    function testFuzz_raises_a_day_later(uint16 feeBps, uint256 wait) public {
        feeBps = uint16(between(feeBps, FEE_BPS + 1, registry.MAX_FEE_BPS()));
        wait = between(wait, 0, 3 days);
        vm.expectEmit(address(registry));
        emit IMerchantRegistry.FeeRaiseAnnounced(merchantId, FEE_BPS, feeBps, uint48(START + 24 hours));
        _setFee(feeBps);
        vm.warp(START + wait);
        _expectFee(wait < 24 hours ? FEE_BPS : feeBps);

        IMerchantRegistry.Merchant memory merchant = registry.get(merchantId);
        vm.assertEq(merchant.feeBps, wait < 24 hours ? FEE_BPS : feeBps, "fee");
        vm.assertEq(merchant.nextFeeBps, wait < 24 hours ? feeBps : 0, "next fee");
        vm.assertEq(merchant.nextFeeAt, wait < 24 hours ? START + 24 hours : 0, "time of the next fee");
    }

    function test_a_second_raise_starts_the_notice_anew() public {
        _setFee(200);
        vm.warp(START + 23 hours);
        vm.expectEmit(address(registry));
        emit IMerchantRegistry.FeeRaiseAnnounced(merchantId, FEE_BPS, 150, uint48(START + 47 hours));
        _setFee(150);
        vm.warp(START + 47 hours - 1);
        _expectFee(FEE_BPS);
        vm.warp(START + 47 hours);
        _expectFee(150);
    }

    function test_a_raise_after_a_raise_starts_from_the_one_in_force() public {
        _setFee(200);
        vm.warp(START + 24 hours);
        vm.expectEmit(address(registry));
        emit IMerchantRegistry.FeeRaiseAnnounced(merchantId, 200, 300, uint48(START + 48 hours));
        _setFee(300);
        _expectFee(200);
        vm.warp(START + 48 hours);
        _expectFee(300);
    }

    function test_between_an_old_fee_and_one_in_force_is_a_lowering() public {
        _setFee(200);
        vm.warp(START + 24 hours);
        vm.expectEmit(address(registry));
        emit IMerchantRegistry.FeeUpdated(merchantId, 150);
        _setFee(150);
        _expectFee(150);
    }

    function testFuzz_a_lowering_withdraws_a_raise(uint16 feeBps) public {
        feeBps = uint16(between(feeBps, 0, FEE_BPS));
        _setFee(200);
        vm.warp(START + 1 hours);
        _setFee(feeBps);
        vm.warp(START + 30 days);
        _expectFee(feeBps);
        vm.assertEq(registry.get(merchantId).nextFeeAt, 0, "time of the next fee");
    }

    function testFuzz_refuses_a_fee_above_the_cap(uint16 feeBps) public {
        uint16 max = registry.MAX_FEE_BPS();
        vm.assertEq(max, 300, "cap");
        vm.assume(feeBps > max);
        vm.expectRevert(abi.encodeWithSelector(IMerchantRegistry.FeeTooHigh.selector, feeBps, max));
        _setFee(feeBps);
    }

    function testFuzz_leaves_the_rest_of_the_route(uint16 feeBps) public {
        suspend(merchantId, START + 5 days);
        _setFee(uint16(between(feeBps, 0, 300)));
        IMerchantRegistry.Merchant memory merchant = registry.get(merchantId);
        vm.assertEq(merchant.payout, payout, "payout");
        vm.assertEq(statusOf(merchantId), uint256(IMerchantRegistry.Status.Suspended), "status");
        vm.assertEq(merchant.settleUntil, START + 5 days, "settle until");
    }

    function test_a_raise_outlives_suspension_and_a_new_payout() public {
        _setFee(200);
        suspend(merchantId, START + 5 days);
        vm.prank(owner);
        registry.setPayout(merchantId, named("new payout"));
        vm.prank(operator);
        registry.reactivate(merchantId);
        vm.warp(START + 24 hours);
        _expectFee(200);
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
        vm.expectRevert(IOperatorRole.NotOperator.selector);
        vm.prank(caller);
        registry.setFee(merchantId, 0);
    }

    function _setFee(uint16 feeBps) private {
        vm.prank(operator);
        registry.setFee(merchantId, feeBps);
    }

    function _expectFee(uint256 feeBps) private view {
        (, uint256 current,) = registry.route(merchantId, address(0));
        vm.assertEq(current, feeBps, "fee in force");
    }
}
