// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ISubscriptionManager} from "../../src/subscriptions/interfaces/ISubscriptionManager.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";

contract SubscriptionManagerConstructorTest is SubscriptionTest {
    function test_takes_over_what_the_processor_has() public view {
        vm.assertEq(address(manager.registry()), address(registry), "registry");
        vm.assertEq(manager.usdc(), address(usdc), "USDC");
        vm.assertEq(manager.eurc(), address(eurc), "EURC");
        vm.assertEq(manager.treasury(), treasury, "treasury");
        vm.assertEq(manager.admin(), admin, "admin");
    }

    function test_describes_its_domain() public view {
        (, string memory name, string memory version, uint256 chain, address contract_,,) = manager.eip712Domain();
        vm.assertEq(name, "Stipend Subscriptions", "name");
        vm.assertEq(version, "1", "version");
        vm.assertEq(chain, block.chainid, "chain");
        vm.assertEq(contract_, address(manager), "contract");
    }

    function test_refuses_a_processor_without_code() public {
        vm.expectRevert(ISubscriptionManager.InvalidConfiguration.selector);
        this.deploy(relayer);
    }

    function test_works_where_there_is_no_second_token() public {
        manager = deployManager(address(deployProcessor(registry, address(usdc), address(0), treasury, admin)));
        Plan memory p = plan(1);
        subscribe(p);
        p = again(p);
        p.terms.token = address(0);
        bytes memory call = abi.encodeCall(ISubscriptionManager.subscribeDirect, (p.terms));
        _refused(relayer, call, abi.encodeWithSelector(ISubscriptionManager.UnsupportedToken.selector, address(0)));
    }

    function deploy(address processor_) external {
        deployManager(processor_);
    }
}
