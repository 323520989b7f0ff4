// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IChargeRefundManager} from "../../src/charge-refunds/interfaces/IChargeRefundManager.sol";
import {ChargeRefundTest} from "./support/ChargeRefundTest.sol";

contract ChargeRefundConstructorTest is ChargeRefundTest {
    function test_names_the_subscription_manager() public view {
        vm.assertEq(address(refunds.subscriptions()), address(manager), "subscriptions");
    }

    function test_refuses_a_subscription_manager_without_code() public {
        vm.expectRevert(IChargeRefundManager.InvalidConfiguration.selector);
        deployChargeRefunds(relayer);
    }
}
